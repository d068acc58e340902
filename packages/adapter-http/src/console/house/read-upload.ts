import { BookingError } from '@bord/engine';
import { type BodySource, readBytes } from '../../http/read-body.ts';
import type { Query } from '../../web/page-route.ts';

/** Larger forms are not read: a file of up to half the size is read and rejected with a message. */
const UPLOAD_BYTES_MAX = 1024 * 1024;

/** More than any form of the console has. */
const PARTS_MAX = 20;

/** The fields of a form with a file, at most 1 MiB, else `invalid_request`. `{name}-unreadable` is set for a file that is not UTF-8. */
export async function readUpload(request: BodySource, signal?: AbortSignal): Promise<Query> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new BookingError('invalid_request', 'the content type must be multipart/form-data');
  const bytes = await readBytes(request, signal, UPLOAD_BYTES_MAX);
  const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new BookingError('invalid_request', 'the form cannot be read: reload the page and send it again');
    });
  const entries = [...form.entries()];
  if (entries.length > PARTS_MAX || new Set(entries.map(([name]) => name)).size < entries.length)
    throw new BookingError('invalid_request', 'each field must be given once');
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) {
    if (typeof value === 'string') fields[name] = value;
    else Object.assign(fields, textOf(name, await value.arrayBuffer()));
  }
  return fields;
}

function textOf(name: string, bytes: ArrayBuffer): Query {
  try {
    return { [name]: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { [name]: '', [`${name}-unreadable`]: 'yes' };
  }
}
