/** Cases that are not answered as the original does, and why. */
export const EXCEPTIONS: ReadonlyMap<number, string> = new Map([])
