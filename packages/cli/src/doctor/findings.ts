/** The checks of `bord doctor`: each finding has the fact and the next step. */
import type { ReadConfig } from '../config/config.ts';
import type { Remark } from '../config/remarks.ts';
import type { Variable } from '../config/variables.ts';
import { proxiesFinding } from './proxies-finding.ts';
import { databaseFindings } from './database-findings.ts';
import type { Finding } from '../storages/finding.ts';
import { filesFinding } from './files-finding.ts';
import { mailFinding } from './mail-finding.ts';
import { staffFinding } from './staff-finding.ts';
import { secretKeyFinding } from './secret-key-finding.ts';

const NODE_LEAST = 22;
const NODE_TARGET = 24;

/** Examines the configuration and the systems that its valid settings name, without changing them. */
export async function findingsOn({ config, remarks }: ReadConfig): Promise<readonly Finding[]> {
  const unsound = new Set(
    remarks.flatMap(({ severity, variable }) =>
      severity === 'fatal' && variable !== null ? [variable] : [],
    ),
  );
  const given = async (
    variables: readonly Variable[],
    examine: () => Promise<readonly Finding[]>,
  ): Promise<readonly Finding[]> => (variables.some((one) => unsound.has(one)) ? [] : examine());
  const database: readonly Variable[] = ['BORD_DATABASE', 'BORD_DATABASE_DIRECT'];
  return [
    ...configurationFindings(remarks),
    nodeFinding(),
    ...(await given(database, () => databaseFindings(config.database))),
    ...(await given([...database, 'BORD_SECRET_KEY'], async () => [await secretKeyFinding(config)])),
    ...(await given(['BORD_MAIL', 'BORD_PUBLIC_URL'], async () => [await mailFinding(config)])),
    ...(await given(['BORD_FILES'], async () => [await filesFinding(config.files)])),
    ...(await given([...database, 'BORD_MAIL', 'BORD_PUBLIC_URL'], async () => {
      const staff = await staffFinding(config);
      return staff ? [staff] : [];
    })),
    ...(await given(['BORD_TRUSTED_PROXIES', 'BORD_PUBLIC_URL'], async () => [proxiesFinding(config)])),
  ];
}

function configurationFindings(remarks: readonly Remark[]): readonly Finding[] {
  const what = 'configuration';
  if (remarks.length === 0) return [{ what, status: 'good', found: 'is read', advice: null }];
  return remarks.map(({ label, found, advice, severity }) => ({
    what,
    status: severity === 'warning' ? 'weak' : 'bad',
    found,
    advice: advice === null ? `correct ${label}` : `${label}: ${advice}`,
  }));
}

function nodeFinding(): Finding {
  const found = process.versions.node;
  const isOld = Number.parseInt(found, 10) < NODE_LEAST;
  return {
    what: 'Node.js',
    status: isOld ? 'bad' : 'good',
    found,
    advice: isOld ? `install ${NODE_TARGET} or newer` : null,
  };
}
