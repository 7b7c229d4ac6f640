import * as z from 'zod'

// Control characters, line and paragraph separators, direction overrides, zero-width, blank and unassigned characters
// make two different names look alike or a name look like something else. Variation selectors only choose the look of
// the character before them, and emoji need them; alone, or after nothing but marks, they show nothing either.
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u2800\uFFF9-\uFFFB]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}|^\p{M}+$/u

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
            : INVISIBLE.test(value)
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
