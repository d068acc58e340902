import type { Endpoint } from '../core/outbox/event.ts';
import type { EndpointStore } from '../ports/endpoint-store.ts';

export interface MemoryEndpoints extends EndpointStore {
  get(endpointId: string): Endpoint | undefined;
  set(endpoint: Endpoint): void;
}

/** Endpoints in a map. */
export function memoryEndpoints(): MemoryEndpoints {
  const endpoints = new Map<string, Endpoint>();
  const list = (): Endpoint[] => [...endpoints.values()].toSorted((a, b) => a.createdMs - b.createdMs);
  const set = (endpoint: Endpoint): void => void endpoints.set(endpoint.id, endpoint);
  return {
    get: (endpointId) => endpoints.get(endpointId),
    set,
    async insert(endpoint) {
      if (endpoints.has(endpoint.id)) throw new Error(`endpoint given twice: ${endpoint.id}`);
      set(endpoint);
    },
    find: async (endpointId) => endpoints.get(endpointId) ?? null,
    list: async () => list(),
    ofPartner: async (partner) => list().filter((endpoint) => endpoint.partner === partner),
    naming: async (type) => list().filter(({ eventTypes }) => eventTypes?.includes(type) ?? false),
    async change(endpointId, rule) {
      const before = endpoints.get(endpointId);
      if (!before) return null;
      const after = rule(before);
      set(after);
      return after;
    },
    remove: async (endpointId) => endpoints.delete(endpointId),
  };
}
