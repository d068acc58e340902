/** The host's own parts: its pool, and its table in the same database. */
import pg from 'pg';

/** The pool of the whole program. Bord keeps one of its connections to listen, and takes others for as long as a statement. */
export function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: process.env['DATABASE_URL'],
    application_name: 'host',
    max: 20,
    connectionTimeoutMillis: 2000,
  });
  pool.on('error', (error) => console.error(error)); // an idle connection broke: the pool opens another one
  return pool;
}

export const PORT = Number(process.env['PORT'] ?? 3000);

/** How often the host has been asked, kept by the host itself. */
export async function countVisit(pool: pg.Pool): Promise<{ visits: number }> {
  const { rows } = await pool.query<{ visits: number }>(
    `INSERT INTO host_visits VALUES (1, 1)
     ON CONFLICT (id) DO UPDATE SET visits = host_visits.visits + 1 RETURNING visits`,
  );
  return rows[0]!;
}

export async function openHost(pool: pg.Pool): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS host_visits (id int PRIMARY KEY, visits int NOT NULL)');
}
