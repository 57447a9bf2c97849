import {
  deleteMeasurements,
  listMeasurements,
  maxMeasurements,
  type ResponseOf,
  releaseMeasurementReport,
  type SavedShape,
  saveMeasurementReport,
  saveMeasurements,
  withdrawMeasurementReport,
} from '@fornix/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../../platform/calls/api.ts'
import { sendOnNewest } from '../../../platform/calls/on-newest.ts'
import { isRefused, isStale } from '../../../platform/http/failure.ts'
import { documentsKey, studyKey } from '../queries.ts'
import type { Kept } from './drawing.ts'
import type { Point } from './geometry.ts'
import { changesElsewhere, plain } from './merge-shapes.ts'
import { reportedShape } from './report-shape.ts'

/** The user's own, saved with every change; nothing is saved before the existing ones have loaded, or it would overwrite them. */
const useOwn = (study: string, isStaff: boolean) => {
  const [own, setOwn] = useState<readonly Kept[]>([])
  const current = useRef(own)
  const last = useRef(0)
  const isLoaded = useRef(false)
  // What the server stored when this window last heard from it: another window may have changed it since.
  const lastSaved = useRef<Pick<ResponseOf<typeof listMeasurements>, 'shapes' | 'saved_at'>>({ shapes: [] })
  const params = { study }
  const kept = useQuery({
    queryKey: ['images', 'measurements', study],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: isStaff,
    queryFn: ({ signal }) => send(listMeasurements, { params }, { signal }),
  })
  const numbered = (shapes: readonly SavedShape[]): Kept[] => shapes.map((one) => ({ ...one, id: ++last.current }))
  const set = (next: readonly Kept[]) => {
    current.current = next
    setOwn(next)
  }
  const take = ({ shapes, saved_at }: typeof lastSaved.current) => {
    const { remaining, added } = changesElsewhere(lastSaved.current.shapes, shapes, current.current)
    lastSaved.current = { shapes, saved_at }
    set([...remaining, ...numbered(added)])
  }
  const store = async ({ saved_at }: typeof lastSaved.current) => {
    const shapes = current.current.map(plain)
    if (shapes.length > 0) {
      const saved = await send(saveMeasurements, { params, body: { shapes, saved_at } })
      lastSaved.current = { shapes, saved_at: saved.saved_at }
    } else {
      await send(deleteMeasurements, { params, body: { saved_at } })
      lastSaved.current = { shapes, saved_at: null }
    }
  }
  const rebase = async (error: unknown) => {
    if (!isStale(error)) return undefined
    take(await send(listMeasurements, { params }))
    return lastSaved.current
  }
  const saving = useMutation({
    // One at a time, or an earlier state could arrive last.
    scope: { id: `measurements ${study}` },
    mutationFn: () => sendOnNewest(lastSaved.current, store, rebase),
  })
  const save = () => saving.mutate()
  const change = (next: readonly Kept[]) => {
    set(next)
    if (isLoaded.current) save()
  }
  const load = (before: typeof lastSaved.current) => {
    const drawn = current.current
    take(before)
    isLoaded.current = true
    if (drawn.length > 0) save()
  }
  const loading = useRef(load)
  loading.current = load
  const { data } = kept
  useEffect(() => {
    if (data && !isLoaded.current) loading.current(data)
  }, [data])
  const add = (one: SavedShape) => {
    if (current.current.length >= maxMeasurements) return undefined
    const [added] = numbered([one])
    if (added) change([...current.current, added])
    return added?.id
  }
  return { own, current, kept, saving, save, change, add }
}

/** Measurements in others' latest reports are read-only and get ids that stay the same. */
const idOf = (report: number, n: number) => -1 - report * maxMeasurements - n

/** The patient named by the page when the study was opened; null if it names nobody. */
export type ShownPatient = { patient_id: string; name: string } | null

/** A study's measurements: the user's own, which are saved, and those of others that were chosen to be shown. */
export const useMeasurements = (study: string, isStaff: boolean, patient: ShownPatient) => {
  const queries = useQueryClient()
  const { own, current, kept, saving, save, change, add } = useOwn(study, isStaff)
  const [chosen, setChosen] = useState<number>()
  const [shown, setShown] = useState<readonly string[]>([])
  const reports = kept.data?.reports ?? []
  const reporting = useMutation({
    mutationFn: async () => {
      const shapes = []
      // One at a time: each may fetch a frame.
      for (const one of current.current) shapes.push(await reportedShape(queries, study, { ...one, ...plain(one) }))
      const whole = shapes.filter((one) => one !== undefined)
      return send(saveMeasurementReport, { params: { study }, body: { shapes: whole } })
    },
    onSettled: (_reply, error) => {
      if (isRefused(error)) return
      void kept.refetch()
      void queries.invalidateQueries({ queryKey: documentsKey(study) })
    },
  })
  const releasing = useMutation({
    mutationFn: ({ report_id, isReleased }: { report_id: string; isReleased: boolean }) => {
      const params = { study, report_id }
      return isReleased
        ? send(releaseMeasurementReport, { params, body: { patient: patient?.patient_id ?? '' } })
        : send(withdrawMeasurementReport, { params })
    },
    onSuccess: () => kept.refetch(),
    onError: (error) => {
      if (!isRefused(error)) void kept.refetch()
      if (isStale(error)) return Promise.all([kept.refetch(), queries.invalidateQueries({ queryKey: studyKey(study) })])
    },
  })
  const changeOwn = (next: readonly Kept[]) => {
    reporting.reset()
    change(next)
  }
  const ofOthers = reports.flatMap(({ report_id, author, is_own, shapes }, report) =>
    shown.includes(report_id)
      ? shapes.map((one, n): Kept => ({ ...one, id: idOf(report, n), by: is_own ? 'you, in your report' : author }))
      : [],
  )
  return {
    own,
    all: [...own, ...ofOthers],
    chosen,
    choose: setChosen,
    add: (one: SavedShape) => {
      reporting.reset()
      const id = add(one)
      if (id !== undefined) setChosen(id)
    },
    movePoint: (id: number, index: number, point: Point) =>
      changeOwn(
        current.current.map((one) => (one.id === id ? { ...one, points: one.points.with(index, point) } : one)),
      ),
    remove: (id: number) => {
      if (!current.current.some((one) => one.id === id)) return
      changeOwn(current.current.filter((one) => one.id !== id))
      setChosen((chosen) => (chosen === id ? undefined : chosen))
    },
    removeAll: () => changeOwn([]),
    patient,
    reports,
    shown,
    show: (report: string, isShown: boolean) =>
      setShown((shown) => (isShown ? [...shown, report] : shown.filter((one) => one !== report))),
    // After a failed refetch the drawings are still those that were loaded, and are saved.
    kept: { isError: kept.isLoadingError, retry: () => void kept.refetch() },
    saving: { isPending: saving.isPending, isError: saving.isError, isSuccess: saving.isSuccess, retry: save },
    release: (report_id: string, isReleased: boolean) => releasing.mutateAsync({ report_id, isReleased }),
    report: { save: () => reporting.mutateAsync(), isSuccess: reporting.isSuccess },
  }
}
export type Measurements = ReturnType<typeof useMeasurements>
