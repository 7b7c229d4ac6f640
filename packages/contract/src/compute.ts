export const COMPUTE_IDS = ['nano', 'micro', 'small', 'medium', 'large', 'xlarge'] as const
export type ComputeId = (typeof COMPUTE_IDS)[number]

export type ComputeSize = {
  readonly id: ComputeId
  readonly name: string
  /** Memory the server is sized for, in MB. It is a budget for settings, not a reservation. */
  readonly memoryMb: number
  /** Most client connections at once. */
  readonly maxConnections: number
  /** Most worker processes for parallel queries. */
  readonly workers: number
  /** The reading and writing that the size is meant for, in MB a second. Nothing enforces it: warnings are measured against it. */
  readonly diskMbPerSecond: number
}

/** Every compute size, smallest first. */
export const COMPUTE_SIZES: Record<ComputeId, ComputeSize> = {
  nano: { id: 'nano', name: 'Nano', memoryMb: 512, maxConnections: 60, workers: 2, diskMbPerSecond: 20 },
  micro: { id: 'micro', name: 'Micro', memoryMb: 1024, maxConnections: 60, workers: 2, diskMbPerSecond: 40 },
  small: { id: 'small', name: 'Small', memoryMb: 2048, maxConnections: 90, workers: 2, diskMbPerSecond: 80 },
  medium: { id: 'medium', name: 'Medium', memoryMb: 4096, maxConnections: 120, workers: 4, diskMbPerSecond: 160 },
  large: { id: 'large', name: 'Large', memoryMb: 8192, maxConnections: 160, workers: 8, diskMbPerSecond: 320 },
  xlarge: { id: 'xlarge', name: 'XL', memoryMb: 16384, maxConnections: 240, workers: 8, diskMbPerSecond: 640 },
}

export const DEFAULT_COMPUTE: ComputeId = 'nano'
