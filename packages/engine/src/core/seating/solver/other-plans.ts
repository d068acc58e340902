/** Uses the plans of other questions for a request: see `arrangements.ts`. */
import { arrangementOf, keep, type Memory, PLANS_MAX, recalled, REMEMBERED_MAX } from './arrangements.ts';
import { bestFreeOption, type Board, put, takeBack } from './board.ts';
import type { Budget } from './budget.ts';
import { seatByEvictions } from './ejection-chain.ts';
import { FREE, type Instance } from './instance.ts';
import { asAnswer, type PlanAnswer } from './plan-answer.ts';

/** The plans for today's bookings. */
export interface OtherPlans {
  /** The latest last. */
  readonly boards: Board[];
  /** Earlier results for the day; new results are added. */
  readonly memory: (() => Memory) | undefined;
  /** The most bookings that may change tables; `Infinity` for no limit. */
  readonly movesMax: number;
}

/** How far a chain of evictions goes in such a plan, and in how many of them one is tried, the latest first. */
const EJECTIONS = { depth: 4, evictionsLeft: 60, exchanges: false };
const TRIED_MAX = 8;

/** None yet. */
export function otherPlansOf(memory: (() => Memory) | undefined, movesMax: number): OtherPlans {
  return { boards: [], memory, movesMax };
}

/** Keeps a plan without the request. */
export function keepPlan({ boards, memory }: OtherPlans, plan: Board): void {
  keep(boards, plan, PLANS_MAX);
  if (memory) keep(memory().plans, arrangementOf(plan), REMEMBERED_MAX);
}

/** A plan with a free place for the request. */
export function freeInSome({ boards, movesMax }: OtherPlans): PlanAnswer | null {
  for (const board of boards) {
    const request = board.instance.movables.length;
    const free = bestFreeOption(board, request);
    if (free < 0) continue;
    put(board, request, free);
    const answer = asAnswer(board);
    takeBack(board, 0);
    if (answer.reseatings.length <= movesMax) return answer;
  }
  return null;
}

/** A plan in which a short chain of evictions makes room for the request; it is kept as it is then. */
export function evictedInSome(plans: OtherPlans, budget: Budget): PlanAnswer | null {
  for (const board of plans.boards.slice(-TRIED_MAX).toReversed()) {
    const request = board.instance.movables.length;
    if (!seatByEvictions(board, request, { ...EJECTIONS }, budget)) continue;
    const answer = asAnswer(board);
    const found = withoutRequest(board);
    takeBack(board, 0);
    if (answer.reseatings.length > plans.movesMax) continue;
    keepPlan(plans, found);
    return answer;
  }
  return null;
}

/** Tries remembered plans out: those that still work out are added. */
export function recallPlans({ boards }: OtherPlans, instance: Instance, { plans }: Memory): void {
  for (const arrangement of plans) {
    const board = recalled(instance, arrangement);
    if (board) keep(boards, board, PLANS_MAX);
  }
}

/** A copy of the plan on the board, without the request. */
export function withoutRequest(board: Board): Board {
  const { segments, movables, floor, from, to } = board.instance;
  const request = movables.length;
  const copy = {
    ...board,
    holder: board.holder.slice(),
    tableOption: board.tableOption.slice(),
    journal: [],
  };
  const option = copy.tableOption[request]!;
  for (const table of option < 0 ? [] : floor.tablesOf[option]!)
    copy.holder.fill(FREE, table * segments + from[request]!, table * segments + to[request]!);
  copy.tableOption[request] = -1;
  return copy;
}
