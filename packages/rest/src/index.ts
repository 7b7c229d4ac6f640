export { RestError } from './errors.ts'
export { type Claims, checkClaims, type JwtOptions, verifyToken } from './jwt.ts'
export { createRest, type Rest, type RestOptions } from './rest.ts'
export type { Caller } from './run/settings.ts'
