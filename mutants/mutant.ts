/** One small change that takes a protection away, and the tests that have to notice. */
export type Mutant = {
  file: string
  /** Stands once in the file. */
  find: string
  replace: string
  why: string
  /** Test files from the root, such as `server/test/access.test.ts`. */
  tests: string[]
  /** Why no test can notice. It counts as a survivor all the same. */
  survives?: string
}

type Change = [find: string, replace: string, why: string, ...more: Partial<Pick<Mutant, 'tests' | 'survives'>>[]]

/** The mutants of one file, most of which the same tests notice. */
export const mutantsOf = (file: string, tests: string[], changes: Change[]): Mutant[] =>
  changes.map(([find, replace, why, more]) => ({ file, find, replace, why, tests, ...more }))
