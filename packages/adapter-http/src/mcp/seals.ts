/** Texts that assistants get and send back (D53). Only a server with the same secret key can make and read them. */
import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** A text of one purpose and caller is unknown for any other. */
interface SealedFor {
  readonly purpose: 'offer' | 'hold' | 'state';
  /** Such as `partner:seaside`. */
  readonly caller: string;
}

export interface Seals {
  /** Seals bytes with a random nonce. */
  seal(where: SealedFor, content: Uint8Array): string;
  /** The content; null for any other text. */
  open(where: SealedFor, text: string): Buffer | null;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_MAX = 2000;

/** @param secretKeys the first one seals; all of them open */
export function createSeals(secretKeys: readonly Uint8Array[]): Seals {
  const keys = secretKeys.map((key) =>
    createSecretKey(createHmac('sha256', key).update('bord assistants').digest()),
  );
  const aadOf = ({ purpose, caller }: SealedFor): Buffer => Buffer.from(`${purpose} ${caller}`);
  return {
    seal(where, content) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, iv).setAAD(aadOf(where));
      const sealed = [iv, cipher.update(content), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    open(where, text) {
      const bytes = Buffer.from(text.slice(0, LENGTH_MAX), 'base64url');
      // Another spelling of the same bytes is not the sealed text.
      if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return null;
      for (const key of keys) {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
        decipher.setAAD(aadOf(where)).setAuthTag(bytes.subarray(-TAG_BYTES));
        try {
          return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
        } catch {
          // Sealed with another key, or altered.
        }
      }
      return null;
    },
  };
}
