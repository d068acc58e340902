/** Steps of the switches, which have one record each. */
import { recordStep, type RecordStep } from './records.ts';

/** Switches the partner API on or off, for all processes. */
export function serviceSwitch(enabled: boolean): RecordStep<void> {
  return recordStep({ service: {} }, () => ({ result: undefined, save: { service: [{ id: 1, enabled }] } }));
}

/** Records the fingerprint of the secret key if the present one is still `instead`; returns whether it was. */
export function fingerprintRecord(instead: string | null, fingerprint: string): RecordStep<boolean> {
  return recordStep({ secretKey: {} }, ({ secretKey: [known] }) => {
    const isExpected = (known?.fingerprint ?? null) === instead;
    return { result: isExpected, save: { secretKey: isExpected ? [{ id: 1, fingerprint }] : [] } };
  });
}

/** Records a run of nightly maintenance, also if it is earlier than the last one: the operator can have accepted the time. */
export function maintenanceRun(ranMs: number): RecordStep<void> {
  return recordStep({ maintenance: {} }, () => ({
    result: undefined,
    save: { maintenance: [{ id: 1, lastRunMs: ranMs }] },
  }));
}
