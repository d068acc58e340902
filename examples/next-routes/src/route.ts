/** In Next.js: `app/api/bord/[...path]/route.ts`. Its handlers take a `Request` and return a `Response`. */
import { api } from './bord.ts';

export const runtime = 'nodejs'; // the engine needs the APIs of Node
export const dynamic = 'force-dynamic'; // no answer is cached by Next.js

const handle = (request: Request): Promise<Response> => api.fetch(request);

export { handle as DELETE, handle as GET, handle as POST };
