/** `/llms.txt`: where a language model finds the tools, the API and the restaurants (llmstxt.org). */
import type { Location } from '@bord/engine';
import { oneLine } from '../web/clean.ts';

const RESTAURANTS_MAX = 200;

export function llmsText(url: string, restaurants: readonly Pick<Location, 'alias' | 'name'>[]): string {
  const listed = restaurants
    .slice(0, RESTAURANTS_MAX)
    .map(({ alias, name }) => `- [${oneLine(name)}](${url}/book/${alias}): MCP server ${url}/mcp/${alias}`);
  return `# Restaurant bookings

> This server books restaurant tables. Assistants use its MCP server, people the booking pages, programs the partner API.

A booking takes three calls: find_times, hold_table with an offer, book_table with what the guest has agreed to.

## Interfaces

- [MCP server](${url}/mcp): streamable HTTP, without a key for guests, with an API key for partners
- [Partner API](${url}/docs): documentation, with the OpenAPI document
- [Booking pages](${url}/book): for guests

## Restaurants

${listed.join('\n')}
`;
}
