/** The steps by which records change, for tests of a storage. */
export {
  eraseSandboxKeys,
  eraseSignUps,
  purgeSandboxKeys,
  purgeSignIns,
  purgeSignUps,
} from '../ports/remove-records.ts';
export { insertion, recordStep, removal, replacement } from '../core/access/records.ts';
export { keyRevocation, keyRotation, keyUses, sandboxKey } from '../core/access/key-steps.ts';
export {
  linkRequest,
  linkUse,
  passkeyAddition,
  passkeyUse,
  roleGrant,
  roleRemoval,
  sessionUse,
} from '../core/access/staff-steps.ts';
export { registration } from '../core/access/subscriber-steps.ts';
export { fingerprintRecord, maintenanceRun, serviceSwitch } from '../core/access/switch-steps.ts';
