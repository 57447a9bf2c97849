import { expect, test } from 'vitest'
import { patientId, projectId, staffScope } from './scope.ts'

const id = '01930000-0000-7000-8000-0000000000aa'

test.each(['', 'any', `${id}'`, `${id}'; drop table patients; --`, `${id} `, '%', 'null'])(
  'a scope is written into a statement, so %j is no id of a project and none of a patient',
  (text) => {
    expect(() => projectId(text)).toThrow()
    expect(() => patientId(text)).toThrow()
  },
)

test('the staff of a project are a word, and never an empty patient', () => {
  expect(staffScope(projectId(id))).toEqual({ project: id, patient: 'any' })
  expect(patientId(id)).toBe(id)
})
