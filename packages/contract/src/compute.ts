export const COMPUTE_IDS = ['nano', 'micro', 'small', 'medium', 'large', 'xlarge'] as const
export type ComputeId = (typeof COMPUTE_IDS)[number]

export type ComputeSize = {
  readonly id: ComputeId
  readonly name: string
  /** Memory the server is sized for, in MB. It is a budget for settings, not a reservation. */
  readonly memoryMb: number
  /** Most client connections at once. */
  readonly maxConnections: number
}

/** Every compute size, smallest first. */
export const COMPUTE_SIZES: Record<ComputeId, ComputeSize> = {
  nano: { id: 'nano', name: 'Nano', memoryMb: 512, maxConnections: 60 },
  micro: { id: 'micro', name: 'Micro', memoryMb: 1024, maxConnections: 60 },
  small: { id: 'small', name: 'Small', memoryMb: 2048, maxConnections: 90 },
  medium: { id: 'medium', name: 'Medium', memoryMb: 4096, maxConnections: 120 },
  large: { id: 'large', name: 'Large', memoryMb: 8192, maxConnections: 160 },
  xlarge: { id: 'xlarge', name: 'XL', memoryMb: 16384, maxConnections: 240 },
}

export const DEFAULT_COMPUTE: ComputeId = 'nano'
