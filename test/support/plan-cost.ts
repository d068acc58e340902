/** The cost of a statement as PostgreSQL counts it: touched pages, and records of the log. */
export interface PlanCost {
  readonly pages: number;
  readonly log: number;
}

type Plan = Record<'Shared Hit Blocks' | 'Shared Read Blocks' | 'WAL Records', number>;

/** Carries the statement out, and reads what it has cost. @param query asks on the session that is looked at */
export async function planCostOf(
  query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>,
  statement: string,
): Promise<PlanCost> {
  const { rows } = await query(`EXPLAIN (ANALYZE, BUFFERS, WAL, FORMAT JSON) ${statement}`);
  const [row] = rows as readonly { 'QUERY PLAN': readonly [{ Plan: Plan }] }[];
  const [{ Plan: plan }] = row!['QUERY PLAN'];
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], log: plan['WAL Records'] };
}

/** A statement with its parameters put in. */
export function given(statement: string, ...values: readonly string[]): string {
  return values.reduce((text, value, i) => text.replaceAll(`$${i + 1}`, value), statement);
}
