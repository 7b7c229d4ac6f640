import { describe, expect, test } from 'vitest'
import { Email, name, PASSWORD_MAX, PASSWORD_MIN, Password, text } from './text.ts'

type Schema = {
  safeParse: (value: unknown) => { success: boolean; data?: unknown; error?: { issues: { message: string }[] } }
}
/** The value that is kept, or the sentence of the refusal. */
const read = (schema: Schema, value: unknown) => {
  const found = schema.safeParse(value)
  return found.success ? { kept: found.data } : found.error?.issues[0]?.message
}

describe('a name', () => {
  const Thing = name('Thing', 8)
  test.for([
    ['Shop', 'Shop'],
    ['  a \t\n b  ', 'a b'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['Ærø 日本', 'Ærø 日本'],
    ['🚀🚀🚀🚀🚀🚀🚀🚀', '🚀🚀🚀🚀🚀🚀🚀🚀'],
    ['❤️', '❤️'],
    ['\ufeffShop', 'Shop'],
    ['\u3000Shop', 'Shop'],
  ])('%j is kept as %j', ([given, kept]) => {
    expect(read(Thing, given)).toEqual({ kept })
  })

  test.for([undefined, null, 7, '', '   ', '\n'])('%j is no name', (given) => {
    expect(read(Thing, given)).toBe('Thing is required')
  })

  test('is measured as it is kept', () => {
    expect(read(Thing, ` ${'e\u0301'.repeat(8)} `)).toEqual({ kept: 'é'.repeat(8) })
    expect(read(Thing, 'x'.repeat(9))).toBe('Thing can have at most 8 characters')
  })

  // Every character that could hide in a name, each inside of one.
  test.for([
    ...['\0', '\x07', '\x1b', '\x7f', '\x85\x9f', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180e'],
    ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060', '\u2066', '\u2069', '\u206f'],
    ...[
      '\u2800',
      '\u3164',
      '\uffa0',
      '\ufff9',
      '\ufffb',
      '\ud800',
      '\udfff',
      '\ue000',
      '\u{e0001}',
      '\u{e0041}',
      '\u{e01ef}',
    ],
    ...['\u{10ffff}', '\u0378'],
  ])('%j cannot be in a name', (hidden) => {
    expect(read(Thing, `a${hidden}b`)).toBe('Thing has characters that cannot be seen')
  })

  test.for([
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a coloured hand at work', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
    ['a flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
    ['Persian', '\u0645\u06cc\u200c\u0634\u0648\u062f'],
    ['Hindi', '\u0915\u094d\u200d\u0937'],
    ['Malayalam', '\u0d28\u0d4d\u200c\u0d2e'],
  ] as const)('joiners stay where writing needs them: %s', ([, given]) => {
    expect(read(name('Thing', 16), given)).toEqual({ kept: given })
  })

  test.for([
    ['between emoji that make none together', '\u{1f680}\u200d\u{1f680}'],
    ['after an emoji', '\u{1f680}\u200d'],
    ['before an emoji', '\u200d\u{1f680}'],
    ['twice in a sequence', '\u{1f468}\u200d\u200d\u{1f469}'],
    ['after a Persian letter that joins nothing', '\u0627\u200c\u0628'],
    ['at the end of a Persian word', '\u0645\u06cc\u200c'],
    ['twice in Persian', '\u0645\u06cc\u200c\u200c\u0634'],
    ['the other joiner in Persian', '\u0645\u06cc\u200d\u0634'],
    ['between Hindi letters', '\u0915\u200d\u0937'],
    ['between a Persian and a Latin letter', '\u0645\u200ca'],
  ] as const)('a joiner %s hides', ([, given]) => {
    expect(read(name('Thing', 16), given)).toBe('Thing has characters that cannot be seen')
  })

  test.for(['\ufe0f', '\u0301', '\u0301\ufe0f'])('%j alone is no name', (given) => {
    expect(read(Thing, given)).toBe('Thing has characters that cannot be seen')
  })

  test('breaks of lines become spaces', () => {
    expect(read(Thing, 'a\u2028b\u2029c\r\nd')).toEqual({ kept: 'a b c d' })
  })
})

describe('a password', () => {
  test('is kept as it is typed', () => {
    for (const given of ['correct horse', '  spaces count  ', 'пароль-пароль', '🚀🌍'.repeat(6)])
      expect(read(Password, given)).toEqual({ kept: given })
  })

  test('has a least and a most length', () => {
    expect(read(Password, 'a1b2c3d4e5f')).toBe(`Password must have at least ${PASSWORD_MIN} characters`)
    expect(read(Password, 'a1b2c3d4e5f6')).toEqual({ kept: 'a1b2c3d4e5f6' })
    expect(read(Password, 'xy'.repeat(PASSWORD_MAX / 2))).toEqual({ kept: 'xy'.repeat(PASSWORD_MAX / 2) })
    expect(read(Password, `${'xy'.repeat(PASSWORD_MAX / 2)}x`)).toBe(
      `Password can have at most ${PASSWORD_MAX} characters`,
    )
    expect(read(Password, undefined)).toBe('Password is required')
  })

  test.for([
    'aaaaaaaaaaaaa',
    '0000000000000',
    '            ',
    '123456789012',
    '012345678901',
    '123456789123456789',
    '987654321098',
    'abcdefghijkl',
    'qwertyuiopas',
    'password1234',
    'Password!!!!',
    'PASSW0RD2026',
    'qwerty123456',
    'letmein-2026',
    'welcome12345',
    'admin1234567',
    'stoa20262026',
  ])('%j is too easy to guess', (given) => {
    expect(read(Password, given)).toBe('Password is too easy to guess')
  })
})

describe('an email', () => {
  test('is trimmed and lower-cased', () => {
    expect(read(Email, ' Ada@Example.COM ')).toEqual({ kept: 'ada@example.com' })
  })
  test.for(['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'a\0@example.com', 'ada@example.com\nx'])(
    '%j is none',
    (given) => {
      expect(read(Email, given)).toBe('Enter a valid email address')
    },
  )
  test('has a most length', () => {
    expect(read(Email, `${'a'.repeat(250)}@example.com`)).toBe('Email can have at most 254 characters')
    expect(read(Email, undefined)).toBe('Email is required')
  })
})

describe('free text', () => {
  const Message = text('Message', 10)
  test('is kept as it is, lines and all', () => {
    for (const given of ['', 'two\nlines', '\u202e', ' 🚀 ']) expect(read(Message, given)).toEqual({ kept: given })
  })
  test('is refused when it is too long or cannot be stored', () => {
    expect(read(Message, 'x'.repeat(11))).toBe('Message can have at most 10 characters')
    for (const given of ['a\0', 'a\ud800', '\udc00'])
      expect(read(Message, given)).toBe('Message has characters that cannot be stored')
  })
})
