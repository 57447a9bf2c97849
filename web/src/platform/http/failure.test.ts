import { expect, test } from 'vitest'
import { ApiFailure, failureSentence, isForReader, noResponseError, unreadError } from './failure.ts'

const own = 'It could not be saved.'
const refusal = (status: number, code = 'test') =>
  new ApiFailure(status, { error: 'The server’s words.', code, detail: '', request_id: 'test' })

test.each([
  ['a refusal is said in the server’s words', refusal(400), 'The server’s words.'],
  ['what is broken is said in the page’s words', refusal(500), own],
  ['so is an overload, which the bar above the page explains', refusal(503, 'overloaded'), own],
  ['so is a call that never left', new ApiFailure(0), own],
  ['and what is no failure of a call', new TypeError('No'), own],
  ['a lost response is said to be one', noResponseError(), noResponseError().message],
  ['and one that cannot be read', unreadError(), unreadError().message],
])('%s', (_title, error, sentence) => expect(failureSentence(error, own)).toBe(sentence))

test.each([
  ['a form that changed', refusal(409), 'The server’s words.'],
  ['a limit', refusal(429), 'The server’s words.'],
  ['a withheld right', refusal(403, 'right_withheld'), 'The server’s words.'],
  ['a lost response', noResponseError(), noResponseError().message],
  ['any other refusal', refusal(400), own],
])('of what a page cannot know, it says the server’s words, else its own: %s', (_title, error, sentence) =>
  expect(failureSentence(error, own, isForReader)).toBe(sentence),
)
