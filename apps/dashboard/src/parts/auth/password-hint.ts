/**
 * What stands under a new password: how long it is and how long it has to be.
 * @param password what has been typed so far
 * @param least fewest characters
 */
export function passwordHint(password: string, least: number): string {
  const length = [...password].length
  const rule = `Long beats complicated; ${least} is the least.`
  return length === 0 ? rule : `${length} ${length === 1 ? 'character' : 'characters'}. ${rule}`
}
