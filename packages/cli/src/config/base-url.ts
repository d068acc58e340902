import type { Config } from './config.ts';

/** Where the server of this configuration is reached; `port` when it has picked one itself. */
export function publicUrl(config: Config, port: number = config.port): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = everywhere ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** `{base_url}` of the partner API. */
export function baseUrl(config: Config, port?: number): string {
  return baseUrlAt(publicUrl(config, port));
}

export function baseUrlAt(url: string): string {
  return `${url}/v1/partner-api`;
}
