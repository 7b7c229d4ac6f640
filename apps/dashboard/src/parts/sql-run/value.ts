export * from '../value/value.ts'
