import { readFileSync } from 'node:fs'
import { calls } from '@fornix/contract'
import { messagesIn, responseTextsIn, sentencesIn } from '../../find-messages.ts'

const isForPatients = ({ allow }: (typeof calls)[string]) => allow === 'anyone' || allow.includes('Patient')
const features = Object.groupBy(Object.values(calls), ({ feature }) => feature)
/** Files of features that patients cannot call. */
export const filesOfStaffFeatures = Object.entries(features)
  .filter(([, own = []]) => !own.some(isForPatients))
  .flatMap(([feature]) => [`contract/src/${feature}.ts`, `server/src/features/${feature}/**/*.ts`])

const isText = (text: string) => /^(\{0\} |[A-Z])/.test(text) && /[a-z,] [a-z]/.test(text) && !text.includes('\n')
/** A whole sentence, or a request beside a field, which has no period. */
const isSentence = (text: string) => /[.?!]$|^(Please|At most|You) /.test(text)

/**
 * What a file says to whoever made a call: what reads as a sentence, every response, and in the contract whatever has two words.
 * What is passed to `t` is an email's.
 */
export const saidIn = (path: string, isContract: boolean) => {
  const code = readFileSync(path, 'utf8')
  const mailed = new Set(messagesIn(code, path).map(({ message }) => message))
  const texts = sentencesIn(code, path).filter((text) => isContract || isSentence(text))
  return [...texts, ...responseTextsIn(code, path)].filter((text) => isText(text) && !mailed.has(text))
}
