/** The parts of OpenAPI 3.1 that the document uses. */
import type { FieldRule } from '@bord/engine/adapters';

/** The OpenAPI 3.1 document of the partner API. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  readonly openapi: string;
  /** The name, version and description of the API. */
  readonly info: {
    /** Its title. */
    readonly title: string;
    /** Its version. */
    readonly version: string;
    /** In one sentence. */
    readonly summary: string;
    /** Introduction for developers, in Markdown. */
    readonly description: string;
    /** The license of the document. */
    readonly license: {
      /** Its name. */
      readonly name: string;
      /** Its SPDX identifier. */
      readonly identifier: string;
    };
  };
  /** The URLs of the API. */
  readonly servers: readonly OpenApiServer[];
  /** The authentication of each operation that does not define a different one. */
  readonly security: readonly SecurityRequirement[];
  /** The groups of operations. */
  readonly tags: readonly {
    /** The group's name. */
    readonly name: string;
    /** The content, as a sentence. */
    readonly description: string;
  }[];
  /** The operations, by path. */
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The events, by type (§6). */
  readonly webhooks: Readonly<
    Record<
      string,
      {
        /** The request that Bord sends to a webhook endpoint. */
        readonly post: Operation;
      }
    >
  >;
  /** The answers to a request with an unknown path or method, by status. */
  readonly 'x-unmatched': Readonly<Record<string, Reference>>;
  /** The parts that operations refer to. */
  readonly components: {
    /** Shapes, by name. */
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    /** Answers, by name. */
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
    /** Headers of answers, by name. */
    readonly headers: Readonly<Record<string, OpenApiHeader>>;
    /** Authentication methods, by name. */
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

export interface OpenApiServer {
  readonly url: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
}

/** By scheme, the scopes that the key needs. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

interface SecurityScheme {
  readonly type: 'http' | 'apiKey';
  readonly scheme?: string;
  readonly in?: 'header';
  readonly name?: string;
  readonly description: string;
}

export interface PathItem {
  readonly get?: Operation;
  readonly post?: Operation;
  readonly delete?: Operation;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: JsonContent;
  };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
  readonly 'x-rules'?: readonly RequestRule[];
  readonly 'x-codeSamples'?: readonly CodeSample[];
}

export interface RequestRule {
  /**
   * - `order`: the second field must not be before the first
   * - `days`: from the first date to the second there are at most `max` days, both included
   * - `text`: well-formed Unicode without U+0000
   * - `visible`: without characters of the Unicode category C
   * - `blank`: an empty or blank value counts as absent
   * - `location`: depends on the plan of the location
   * - `issued`: a value that an earlier answer contained
   * - `state`: depends on the state of the resource in the path; has no fields
   */
  readonly rule: FieldRule['rule'] | 'text' | 'visible' | 'blank' | 'location' | 'issued' | 'state';
  readonly fields: readonly string[];
  readonly max?: number;
  /** The rule in a sentence, in Markdown. */
  readonly description: string;
}

interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, OpenApiHeader | Reference>>;
  readonly content?: JsonContent;
}

export interface OpenApiHeader {
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface JsonContent {
  readonly 'application/json': { readonly schema: JsonSchema; readonly examples: Examples };
}

export type Examples = Readonly<Record<string, Example>>;

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

export interface Reference {
  readonly $ref: string;
}

/** The used part of JSON Schema 2020-12. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: Scalar;
  readonly enum?: readonly Scalar[];
  readonly const?: Scalar;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

type Scalar = string | number | boolean;

export function refTo(kind: keyof OpenApiDocument['components'], name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

export function shape(name: string): JsonSchema {
  return refTo('schemas', name);
}

export function jsonContent(schema: JsonSchema, examples: Examples): JsonContent {
  return { 'application/json': { schema, examples } };
}
