import { listArrived, listKnownInstances, maxInstancesPerRequest, storeInstances, storeStudy } from '@fornix/contract'
import type { StoredInstance } from '../../clinic/imaging/archive/archive.ts'
import { arrivals } from '../../clinic/imaging/archive/arrivals.ts'
import { DicomRefused } from '../../clinic/imaging/dicom/refused.ts'
import { ApiError, unavailable } from '../../platform/base/errors.ts'
import { on, onStream, type Reading, type Route } from '../../platform/calls/route.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import type { Platform } from '../../platform.ts'
import { arrivedStudies, storedInstances } from './queries.ts'
import { boundaryOf, readOnly, readParts } from './read-parts.ts'
import { unpacked } from './request-body.ts'
import { type Refusal, refusalOf, storeResponse } from './store-response.ts'

const canRespondIn = (accept: string) => accept === '' || /\*\/\*|application\/(\*|json|dicom\+json)/i.test(accept)

type Parts = Pick<Platform, 'archive' | 'config' | 'database' | 'log'>

export const arrivalRoutes = ({ archive, config, database, log }: Parts): Route[] => {
  const store = async ({ user, request, body, signal }: Omit<Reading, 'params'>, study?: string) => {
    if (!canRespondIn(request.accept))
      throw new ApiError(406, 'not_acceptable', 'The answer is application/dicom+json.')
    const boundary = boundaryOf(request.contentType)
    const sent = unpacked(body, request.encoding)
    const scope = scopeOf(user)
    const arrived = arrivals()
    const stored: StoredInstance[] = []
    const refused: Refusal[] = []
    const maxBytes = config.MAX_INSTANCE_MB * 1024 * 1024

    const take = async (source: Reading['body'], _part: number, isDicom: boolean) => {
      if (!isDicom) throw new DicomRefused('not_dicom')
      const instance = await archive.store(scope, source, { maxBytes, signal, ...(study && { study }) })
      arrived.stored(instance)
      stored.push(instance)
    }
    const refuse = (part: number, error: unknown) => {
      arrived.refused(error)
      refused.push(refusalOf(part, error))
      const isOurs = !(error instanceof DicomRefused) || error.reason === 'values'
      if (isOurs && !signal.aborted) log.error({ err: error, request: request.id }, 'an instance was not stored')
    }
    try {
      const taking = { maxParts: maxInstancesPerRequest, take, refuse }
      await (boundary === undefined ? readOnly(sent, taking) : readParts(sent, boundary, taking))
    } finally {
      // Also for a request that broke off: what came before is stored.
      await arrived.finish(database, archive, scope, { actor: user.person, role: user.role, request: request.id })
    }
    if (stored.length === 0 && refused.every(({ reason }) => reason === 'failed')) throw unavailable()
    return storeResponse(config.publicUrl, stored, refused)
  }

  return [
    onStream(storeInstances, (context) => store(context)),
    onStream(storeStudy, ({ params, ...context }) => store(context, params.study)),
    on(listKnownInstances, async ({ db, body }) => ({ instances: await storedInstances(db, body.sha256) })),
    on(listArrived, async ({ db, body, audit }) => {
      audit.object = `${body.studies.length} studies`
      return { studies: await arrivedStudies(db, body.studies) }
    }),
  ]
}
