export * from './engine.ts'
export { isNetwork, requireNetworks } from './networks.ts'
