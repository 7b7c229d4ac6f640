/** The control database was written by a version of Stoa that this one does not know. */
export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(
      `The control database was upgraded by a newer version of Stoa (it has ${migration}). Start that version instead`,
    )
    this.name = 'NewerDatabaseError'
  }
}
