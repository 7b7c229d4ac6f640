/** A font of the page, as its style sheet declares it. */
export type Face = { readonly family: string; readonly source: string; readonly descriptors: FontFaceDescriptors }

/** The fonts that the page's style sheets declare, for a worker: it shares no fonts with the page. */
export function facesOfPage(): Face[] {
  return [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return []
      const read = (name: string) => rule.style.getPropertyValue(name)
      // Addresses are relative to their sheet; a worker knows only its own.
      const source = read('src').replace(
        /url\("([^"]+)"\)/g,
        (_, url: string) => `url("${new URL(url, sheet.href ?? document.baseURI).href}")`,
      )
      return [
        {
          family: read('font-family').replaceAll('"', ''),
          source,
          descriptors: {
            style: read('font-style') || 'normal',
            weight: read('font-weight') || 'normal',
            unicodeRange: read('unicode-range') || 'U+0-10FFFF',
            featureSettings: read('font-feature-settings') || 'normal',
          },
        },
      ]
    }),
  )
}

/** Lets a worker write in the page's fonts. Each is fetched when something is first written in it, or loaded. */
export function addFaces(fonts: FontFaceSet, faces: readonly Face[]): void {
  for (const { family, source, descriptors } of faces) fonts.add(new FontFace(family, source, descriptors))
}
