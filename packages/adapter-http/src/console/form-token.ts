import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a form of a page may be sent with. It follows from a secret that only this browser sends, so no other page can know it. */
export function formTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('bord form').digest('base64url');
}

export function isFormToken(secret: string, token: string | undefined): boolean {
  const [expected, given] = [formTokenOf(secret), token ?? ''].map((text) => Buffer.from(text));
  return expected!.length === given!.length && timingSafeEqual(expected!, given!);
}
