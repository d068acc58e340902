/** Whether a client wants its answer compressed (RFC 9110, 12.5.3). */

/** A coding with its weight: `gzip`, `gzip;q=0.5`. */
const CODING = /^[\t ]*([\w!#$%&'*+.^`|~-]+)[\t ]*(?:;[\t ]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[\t ]*)?$/i;

/** The client accepts gzip and does not prefer identity. Without the header, answers are not compressed. */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  if (acceptEncoding === null) return false;
  const wanted = new Map<string, number>();
  for (const entry of acceptEncoding.split(',')) {
    const [, coding, weight = '1'] = CODING.exec(entry) ?? [];
    if (coding !== undefined) wanted.set(coding.toLowerCase(), Number(weight));
  }
  const any = wanted.get('*') ?? 0;
  const gzip = wanted.get('gzip') ?? wanted.get('x-gzip') ?? any;
  return gzip > 0 && gzip >= (wanted.get('identity') ?? 0);
}
