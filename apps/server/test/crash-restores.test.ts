import { AREAS } from './crash-arrangements/areas.ts'
import { deathsOf } from './crash-platform.ts'

deathsOf(AREAS.restores)
