import * as z from 'zod'

// Control characters, line and paragraph separators, direction overrides, zero-width, blank and unassigned characters
// make two different names look alike or a name look like something else. Variation selectors only choose the look of
// the character before them, and emoji need them; alone, or after nothing but marks, they show nothing either.
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u2800\uFFF9-\uFFFB]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}|^\p{M}+$/u

// Joiners are invisible too, but some writing needs them: emoji that are made of several, Persian between letters that
// would otherwise join, and the scripts of India after the sign that joins consonants. Elsewhere they hide.
const EMOJI_SEQUENCE = /\p{RGI_Emoji_ZWJ_Sequence}/gv
const JOINER_AFTER_VIRAMA =
  /(?<=\p{L}\p{M}*[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D](?=\p{L})/gu
// Letters that never join the next one need nothing to keep them apart from it.
const NON_JOINER_IN_ARABIC =
  /(?<=(?![\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0649\u0671\u0698])[\p{Script=Arabic}&&\p{L}]\p{M}*)\u200C(?=[\p{Script=Arabic}&&\p{L}])/gv

/** Whether a text has a character that nobody would see. */
const hides = (value: string): boolean =>
  INVISIBLE.test(value.replace(EMOJI_SEQUENCE, 'x').replace(JOINER_AFTER_VIRAMA, '').replace(NON_JOINER_IN_ARABIC, ''))

/**
 * A name that people give to something: trimmed, composed (NFC), one line, only visible characters.
 * @param what the word for the thing in error sentences, such as `Project name`
 * @param max most characters, counted in code points
 */
export const name = (what: string, max: number) =>
  z
    .string({ error: `${what} is required` })
    .transform((value) => value.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .superRefine((value, ctx) => {
      const problem =
        value === ''
          ? `${what} is required`
          : [...value].length > max
            ? `${what} can have at most ${max} characters`
            : hides(value)
              ? `${what} has characters that cannot be seen`
              : null
      if (problem !== null) ctx.addIssue({ code: 'custom', message: problem })
    })

/** Fewest characters of an account's password. */
export const PASSWORD_MIN = 12
/** Most characters of an account's password. */
export const PASSWORD_MAX = 128
const COMMON = /^(?:(.)\1+|(?:qwerty|password|passw0rd|letmein|stoa|admin|welcome)[\d!@#$%^&*._-]*)$/iu
const RUNS = ['0123456789', '123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
  .flatMap((run) => [run, [...run].reverse().join('')])
  .map((run) => run.repeat(Math.ceil(PASSWORD_MAX / run.length) + 1))

/** Whether a password is one of the first that anybody would try. */
const guessable = (value: string) => COMMON.test(value) || RUNS.some((run) => run.includes(value.toLowerCase()))

/** A password for a person's account. Length is what counts; repetitions, runs and the usual words are refused. */
export const Password = z
  .string({ error: 'Password is required' })
  .min(PASSWORD_MIN, `Password must have at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password can have at most ${PASSWORD_MAX} characters`)
  .refine((value) => !guessable(value), 'Password is too easy to guess')

/** An e-mail address, lower-cased. */
export const Email = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .max(254, 'Email can have at most 254 characters')
  .pipe(z.email('Enter a valid email address'))

/**
 * Free text of any length and any lines that can be stored.
 * @param what the word for it in error sentences
 * @param max most characters
 */
export const text = (what: string, max: number) =>
  z
    .string({ error: `${what} is required` })
    .max(max, `${what} can have at most ${max} characters`)
    // Postgres stores neither a NUL nor half of a surrogate pair.
    .refine((value) => !value.includes('\0') && value.isWellFormed(), `${what} has characters that cannot be stored`)
