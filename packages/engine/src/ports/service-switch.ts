/** Whether the partner API answers at all (§7, 503). On until the operator switches it off. */
export interface ServiceSwitch {
  /** The partner API answers; true until it is switched off. */
  isEnabled(): Promise<boolean>;
  /** Switches it on or off, for all processes. */
  set(enabled: boolean): Promise<void>;
}
