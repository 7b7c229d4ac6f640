import { NothingHere } from '../parts/page/NothingHere.tsx'

/** Nothing lives at this address. */
export const NotFound = () => (
  <NothingHere
    title="Page not found"
    what="There is no page at this address"
    why="It may have moved, or the address has a typing error."
  />
)
