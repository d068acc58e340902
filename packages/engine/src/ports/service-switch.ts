/** Whether the partner API answers at all (§7, 503). On until the operator switches it off. */
export interface ServiceSwitch {
  isEnabled(): Promise<boolean>;
  set(enabled: boolean): Promise<void>;
}
