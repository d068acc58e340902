/** The tools in their order, which never changes: clients cache the list. */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { bookTable, holdTable, joinWaitlist } from './booking-tools.ts';
import { cancelBooking, changeBooking, getBooking } from './change-tools.ts';
import { findRestaurants, findTimes, getMenu } from './find-tools.ts';
import type { AssistantTool } from './tool.ts';

const TOOLS: readonly AssistantTool[] = [
  findRestaurants,
  findTimes,
  holdTable,
  bookTable,
  joinWaitlist,
  getBooking,
  changeBooking,
  cancelBooking,
  getMenu,
];

export const TOOL_BY_NAME: ReadonlyMap<string, AssistantTool> = new Map(TOOLS.map((one) => [one.name, one]));

/** As `tools/list` answers them. */
export const LISTED_TOOLS: Tool[] = TOOLS.map(({ name, description, input, output, annotations }) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return { name, description, inputSchema, outputSchema: output, annotations } as Tool;
});
