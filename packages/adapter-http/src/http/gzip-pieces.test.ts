import { randomBytes } from 'node:crypto';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../../../../test/support/seed.ts';
import { deflatedPiece, GzipMember } from './gzip-pieces.ts';

/** A text and how it is added to the member. */
const part = fc.record({
  text: fc.oneof(
    fc.string().map((text) => Buffer.from(text)),
    fc.integer({ min: 0, max: 70_000 }).map((length) => Buffer.alloc(length, 'slot,')),
    fc.integer({ min: 0, max: 3_000 }).map((length) => randomBytes(length)),
  ),
  way: fc.constantFrom('before', 'now', 'as it is'),
});

test('any sequence of pieces forms one complete gzip member', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const member = new GzipMember();
      const written = parts.map(({ text, way }) => {
        if (way === 'before') return member.piece(deflatedPiece(Buffer.from(text)));
        return way === 'now' || text.length > 0xffff
          ? member.text(Buffer.from(text))
          : member.asItIs(Buffer.from(text));
      });
      const bytes = Buffer.concat([member.head(), ...written, member.end()]);
      const whole = Buffer.concat(parts.map(({ text }) => text));
      expect(gunzipSync(bytes).equals(whole)).toBe(true); // also checks the checksum and the length
      const { buffer, engine } = inflateRawSync(bytes.subarray(10), { info: true }) as unknown as {
        buffer: Buffer;
        engine: { bytesWritten: number };
      };
      expect(buffer.equals(whole)).toBe(true);
      expect(engine.bytesWritten).toBe(bytes.length - 10 - 8); // the member is the only data
    }),
    seeded(150),
  );
});
