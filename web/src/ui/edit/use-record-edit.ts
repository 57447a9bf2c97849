import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { useKept } from '../../platform/drafts/draft.ts'
import { type Clash, changesBetween, clashesOf } from './merge.ts'
import { messages } from './messages.ts'
import type { StandardSchema } from './schema.ts'
import { sentencesOf } from './schema.ts'

export type Values = Record<string, unknown>
export type Saved<V> = { values: V; version?: number | undefined }
export type RecordEdit<V extends Values> = ReturnType<typeof useRecordEdit<V>>

type Options<V> = Saved<V> & {
  /** The name under which what was typed and not saved is kept. */
  name: string
  schema: StandardSchema
  /** What to say when it could not be saved. */
  failed: string
  /** Sends only what was changed; rejects with ApiFailure. */
  save: (changes: Partial<V>, version: number | undefined) => Promise<void>
  /** The record as it stands on the server now. */
  latest: () => Promise<Saved<V>>
}

const mostRetries = 3

/** One section of a record: reading, editing, saving, and what happens when someone else saved first. */
export const useRecordEdit = <V extends Values>({
  name,
  values,
  version,
  schema,
  failed,
  save,
  latest,
}: Options<V>) => {
  const [editing, setEditing] = useState(false)
  const [cameBack, setCameBack] = useState(false)
  const [base, setBase] = useState<Saved<V>>({ values, version })
  const [newest, setNewest] = useState<Saved<V>>()
  const [clashes, setClashes] = useState<Clash<V>[]>([])
  const [failure, setFailure] = useState('')
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useForm<V>({
    initialValues: values,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  })

  const openWith = (from: Saved<V>, mine: V) => {
    setBase(from)
    form.setInitialValues(from.values)
    form.setValues(mine)
    form.clearErrors()
    setFailure('')
    setNotice('')
    setEditing(true)
  }
  const open = () => {
    setCameBack(false)
    openWith({ values, version }, values)
  }
  const close = (said = '') => {
    setClashes([])
    setFailure('')
    setNotice(said)
    setEditing(false)
  }

  const settle = async (from: Saved<V>, mine: V, tries: number): Promise<void> => {
    const changes = changesBetween(from.values, mine)
    if (Object.keys(changes).length === 0) return close()
    try {
      await save(changes, from.version)
      close(messages.edit.saved)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const now = error.status === 409 ? await latest() : undefined
      if (now && now.version !== from.version) {
        const found = clashesOf(from.values, now.values, mine)
        // Their change was elsewhere in the record: ours can simply follow it.
        if (found.length === 0 && tries < mostRetries) return settle(now, mine, tries + 1)
        setNewest(now)
        setClashes(found)
        return
      }
      form.setErrors(error.body?.fields ?? {})
      const errorBody = error.status === 400 || error.status === 409 ? error.body?.error : undefined
      setFailure(errorBody ?? failed)
    }
  }
  const send = async (from: Saved<V>, mine: V) => {
    setBusy(true)
    setFailure('')
    setBase(from)
    try {
      await settle(from, mine, 0)
    } catch {
      setFailure(failed)
    } finally {
      setBusy(false)
    }
  }

  const withTheirs = (which: (clash: Clash<V>) => boolean): V => {
    const mixed = { ...form.values }
    for (const clash of clashes) if (which(clash)) mixed[clash.name] = clash.theirs
    form.setValues(mixed)
    form.clearErrors()
    setClashes([])
    return mixed
  }
  const keepMine = async () => {
    if (newest)
      await send(
        newest,
        withTheirs((clash) => !clash.touched),
      )
  }
  const takeTheirs = () => {
    if (!newest) return
    const mixed = withTheirs(() => true)
    setBase(newest)
    if (Object.keys(changesBetween(newest.values, mixed)).length === 0) close()
    else setNotice(messages.conflict.taken)
  }

  const dirty = editing && Object.keys(changesBetween(base.values, form.values)).length > 0
  const draft = useKept(name, {
    // With what it was typed over: so a change that somebody saved meanwhile is still seen as one.
    values: dirty ? { mine: form.values, base: base.values, version: base.version } : null,
    restore: (kept) => {
      setCameBack(true)
      const from = { ...values, ...(kept['base'] as V) }
      openWith({ values: from, version: kept['version'] as number | undefined }, { ...from, ...(kept['mine'] as V) })
    },
    reset: () => close(),
  })

  return {
    form,
    draft,
    /** What is being edited came back by itself. */
    cameBack,
    editing,
    busy,
    clashes,
    failure,
    notice,
    open,
    cancel: () => close(),
    submit: () => send(base, form.values),
    keepMine,
    takeTheirs,
    blocked: editing ? sentencesOf(schema, form.values) : [],
    dirty,
  }
}
