/** A part of the program that comes whole: who needs it, and which parts it imports. */
export type FilePart = { name: string; modules: string[]; size: number; pages: Set<string>; imports: string[] }

/**
 * What a file costs beside its content: 330 bytes of headers, 60 in the document, and a compression that starts anew. With less, all pages
 * together weigh more.
 */
const bytesPerFile = 1500

type File = { modules: string[]; size: number; pages: Set<string>; imports: Set<File> }

const filesOf = (parts: FilePart[]) => {
  const byName = new Map(
    parts.map(({ name, modules, size, pages }): [string, File] => [
      name,
      { modules, size, pages: new Set(pages), imports: new Set() },
    ]),
  )
  for (const { name, imports } of parts)
    for (const other of imports) {
      const imported = byName.get(other)
      if (imported) byName.get(name)?.imports.add(imported)
    }
  return new Set(byName.values())
}

const closureOf = (file: File, into = new Set<File>()) => {
  for (const next of file.imports)
    if (!into.has(next)) {
      into.add(next)
      closureOf(next, into)
    }
  return into
}

const count = (pages: Set<string>, others: Set<string>) => {
  let missing = 0
  for (const page of pages) if (!others.has(page)) missing++
  return missing
}

/** The bytes that all pages together save where two files are one, which may bring along files that one of them imports. */
const savedBy = (one: File, other: File) => {
  const onlyOne = count(one.pages, other.pages)
  const onlyOther = count(other.pages, one.pages)
  let saved = bytesPerFile * (one.pages.size - onlyOne) - other.size * onlyOne - one.size * onlyOther
  if (saved <= 0) return saved
  const pages = new Set([...one.pages, ...other.pages])
  for (const next of new Set([...closureOf(one), ...closureOf(other)]))
    if (next !== one && next !== other) saved -= (next.size + bytesPerFile) * count(pages, next.pages)
  return saved
}

/** Whether one reaches the other by way of a third: as one file, they and the third would import each other. */
const isBetween = (one: File, other: File) =>
  [...one.imports].some((next) => next !== other && closureOf(next).has(other))

/** Merges files while that saves bytes. */
export const mergedFiles = (parts: FilePart[]): string[][] => {
  const files = filesOf(parts)
  for (;;) {
    let best: { saved: number; one: File; other: File } | undefined
    const all = [...files]
    for (const [n, one] of all.entries())
      for (const other of all.slice(n + 1)) {
        const saved = savedBy(one, other)
        if (saved > (best?.saved ?? 0) && !isBetween(one, other) && !isBetween(other, one)) best = { saved, one, other }
      }
    if (!best) return all.map(({ modules }) => modules)
    const { one, other } = best
    one.modules = [...one.modules, ...other.modules]
    one.size += other.size
    for (const page of other.pages) one.pages.add(page)
    for (const next of other.imports) one.imports.add(next)
    one.imports.delete(one)
    one.imports.delete(other)
    files.delete(other)
    for (const file of files) if (file.imports.delete(other) && file !== one) file.imports.add(one)
    for (const next of closureOf(one)) for (const page of one.pages) next.pages.add(page)
  }
}
