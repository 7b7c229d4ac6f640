export { type Token, type TokenKind, tokens } from './lexer.ts'
export { type LineAndColumn, lineAndColumn, offsetOfPosition } from './position.ts'
export { quoteIdent, quoteLiteral } from './quote.ts'
export { commandKeyword, isBlank, type StatementRange, splitStatements, statementAt } from './split.ts'
