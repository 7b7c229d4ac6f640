declare module 'virtual:contract' {
  import type { Contract } from '@stoa/contract'

  /** The contract's methods and paths, without its schemas. */
  const contract: Contract
  export default contract
}
