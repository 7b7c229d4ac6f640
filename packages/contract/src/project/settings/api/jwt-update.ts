// Plain data, so that the page that follows a change needs no validator for it.

/** The steps of a change of the JWT secret, in order, as the page names them while they run. */
export const JWT_STEPS = ['Signing new keys', 'Replacing the keys', 'Checking the new keys', 'Finishing'] as const

/** How often the page asks while a change is under way, in milliseconds. */
export const JWT_POLL_MS = 1_000
