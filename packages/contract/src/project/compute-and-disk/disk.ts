/** The highest limit that a project's disk can have, in GB. */
export const DISK_LIMIT_MAX_GB = 200
