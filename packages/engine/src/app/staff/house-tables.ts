import type { Block, BlockOutcome, BlockRequest, UnblockOutcome } from '../../core/booking/block.ts';
import type { HouseMember } from '../../core/access/policy.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import { tableActions } from '../operator/tables.ts';
import type { App } from '../shared/context.ts';

/** As {@link TableActions}, at one location. */
export interface HouseTableActions {
  /** Blocks tables, as {@link TableActions.block}. */
  block(request: BlockRequest): Promise<BlockOutcome>;
  /** What a block would come to, as {@link TableActions.preview}. */
  preview(request: BlockRequest): Promise<BlockOutcome>;
  /** Gives the tables of a block free, as {@link TableActions.unblock}; a block of another location is there as little as one that does not exist. */
  unblock(blockId: string): Promise<UnblockOutcome>;
  /** The blocks, as {@link TableActions.blocks}. */
  blocks(of?: {
    /** A service date; left out: all that are not over. */
    readonly date?: LocalDate | undefined;
  }): Promise<readonly Block[]>;
}

/** HouseTableActions of one member at one location. */
export function houseTableActions(app: App, caller: HouseMember): HouseTableActions {
  const { locationId } = caller;
  const { block, preview, unblock, blocks } = tableActions(app, caller);
  return {
    block: (request) => block(locationId, request),
    preview: (request) => preview(locationId, request),
    unblock,
    blocks: (of) => blocks(locationId, of),
  };
}
