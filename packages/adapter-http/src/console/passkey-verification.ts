/** Verifies passkeys by WebAuthn. The library is loaded with the first use of a passkey. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { MadePasskey, Passkey, StaffCaller } from '@bord/engine';
import { lazily } from '../http/lazily.ts';

const library = lazily(() => import('@simplewebauthn/server'));

/** The relying party: the host name without a port. Null for an IP address, which passkeys do not support. */
export function relyingParty(publicUrl: string): string | null {
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|:/.test(hostname) ? null : hostname;
}

interface RelyingParty {
  readonly publicUrl: string;
  readonly rpID: string;
}

/** Options to create a passkey. User verification (finger, face or PIN) is required, so a passkey counts as two factors. */
export async function creationOptions(
  { rpID }: Pick<RelyingParty, 'rpID'>,
  { challenge, caller, known }: { challenge: string; caller: StaffCaller; known: readonly Passkey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Bord',
    rpID,
    userID: Uint8Array.from(Buffer.from(caller.staffId)),
    userName: caller.name,
    userDisplayName: caller.name,
    challenge,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Options to sign with any passkey for this host. */
export async function requestOptions(
  { rpID }: Pick<RelyingParty, 'rpID'>,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' });
}

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** The new passkey; null if the verification fails. */
export async function verifyCreated(
  { publicUrl, rpID }: RelyingParty,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<MadePasskey | null> {
  const { verifyRegistrationResponse } = await library();
  return unlessFalse(async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: encoded(challenge),
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey, counter, transports };
  });
}

/** The signature counter of the passkey; null if the verification fails. */
export async function verifySigned(
  { publicUrl, rpID }: RelyingParty,
  response: AuthenticationResponseJSON,
  { passkey, challenge }: { passkey: Passkey; challenge: string },
): Promise<{ readonly counter: number } | null> {
  const { verifyAuthenticationResponse } = await library();
  return unlessFalse(async () => {
    const { id, publicKey, counter, transports } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: encoded(challenge),
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: rpID,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter, transports: [...transports] },
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  });
}

/** The library throws for each failed check, and for malformed answers. */
async function unlessFalse<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** A created or used passkey; verification decides which. */
interface PasskeyAnswer {
  readonly response: RegistrationResponseJSON & AuthenticationResponseJSON;
  readonly challenge: string;
}

/** A browser's answer before verification: the challenge and the passkey. Null if it is malformed. */
export function answerOf(text: string | undefined): PasskeyAnswer | null {
  try {
    const response = JSON.parse(text ?? '') as PasskeyAnswer['response'];
    const data: unknown = JSON.parse(decoded(response.response.clientDataJSON));
    const { challenge } = data as { readonly challenge: string };
    return typeof response.id === 'string' ? { response, challenge: decoded(challenge) } : null;
  } catch {
    return null;
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}
