type Uuid = ReturnType<typeof crypto.randomUUID>

/** A UUID at random, as the browser's own function makes one. */
function randomUuid(): Uuid {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte, at) => {
    // The version and the variant.
    const value = at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte
    return value.toString(16).padStart(2, '0') + ([3, 5, 7, 9].includes(at) ? '-' : '')
  })
  return digits.join('') as Uuid
}

// Browsers keep it from pages that are not served over TLS, as those of a server in one's own network.
if (globalThis.crypto.randomUUID === undefined)
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUuid })
