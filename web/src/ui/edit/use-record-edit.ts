import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { StoppedWaiting, useOnlineWait } from '../../platform/calls/waiting.ts'
import { useKept } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader, isProofCanceled } from '../../platform/http/failure.ts'
import { locked } from '../form/locked.ts'
import { schemaResolver } from '../form/schema-resolver.ts'
import { focusFirst } from '../form/use-submit.ts'
import { type Clash, changesBetween, clashesOf, isOnlyTheirs } from './merge.ts'
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
  /** Sends only what was changed; rejects with ApiFailure. `base` is what the form was opened with, for a record without a version. */
  save: (changes: Partial<V>, version: number | undefined, base: V) => Promise<void>
  /** The record as it stands on the server now. */
  latest: () => Promise<Saved<V>>
}

const mostRetries = 3

/** A section's form over the record that it was opened with, and what is said next to it. */
const useEditState = <V extends Values>({ values, version, schema }: Options<V>) => {
  const [editing, setEditing] = useState(false)
  const [base, setBase] = useState<Saved<V>>({ values, version })
  const [newest, setNewest] = useState<Saved<V>>()
  const [clashes, setClashes] = useState<Clash<V>[]>([])
  const [failure, setFailure] = useState('')
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState(false)
  const { waitOnline, isWaiting } = useOnlineWait()
  const form = useForm<V>({
    initialValues: values,
    validate: schemaResolver(schema),
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
  const close = (said = '') => {
    setClashes([])
    setFailure('')
    setNotice(said)
    setEditing(false)
  }
  return {
    form,
    openWith,
    close,
    editing,
    base,
    setBase,
    newest,
    setNewest,
    clashes,
    setClashes,
    failure,
    setFailure,
    notice,
    setNotice,
    busy,
    setBusy,
    waitOnline,
    isWaiting,
  }
}
type EditState<V extends Values> = ReturnType<typeof useEditState<V>>

/** Saves what was changed, or shows what someone else saved in the same fields meanwhile. */
const saveChanges = async <V extends Values>(
  edit: EditState<V>,
  options: Options<V>,
  from: Saved<V>,
  mine: V,
  tries = 0,
): Promise<void> => {
  const changes = changesBetween(from.values, mine)
  // All of it is there by now: the reply to an earlier save was lost, or somebody else typed the same.
  if (Object.keys(changes).length === 0) return edit.close(tries > 0 ? messages.edit.saved : '')
  try {
    await options.save(changes, from.version, from.values)
    edit.close(messages.edit.saved)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (isProofCanceled(error)) return
    const now = error.status === 409 ? await options.latest() : undefined
    const found = now ? clashesOf(from.values, now.values, mine) : []
    if (now && (now.version !== from.version || (now.version === undefined && found.length > 0))) {
      // Their change was elsewhere in the record: ours can simply follow it.
      if (found.length === 0 && tries < mostRetries) return saveChanges(edit, options, now, mine, tries + 1)
      edit.setNewest(now)
      edit.setClashes(found)
      return
    }
    const fields = error.body?.fields ?? {}
    edit.form.setErrors(fields)
    focusFirst(edit.form, fields)
    edit.setFailure(failureOf(error, options.failed))
  }
}

const submit = async <V extends Values>(edit: EditState<V>, options: Options<V>, from: Saved<V>, mine: V) => {
  edit.setBusy(true)
  edit.setFailure('')
  edit.setBase(from)
  try {
    await edit.waitOnline(edit.form.getValues)
    await saveChanges(edit, options, from, mine)
  } catch (error) {
    edit.setFailure(error instanceof StoppedWaiting ? error.message : options.failed)
  } finally {
    edit.setBusy(false)
  }
}

/** Why nothing was saved, where the answer says it. */
const failureOf = (error: ApiFailure, failed: string) => {
  if (error.status === 404) return messages.edit.gone
  return (error.status === 400 && error.body?.error) || failureSentence(error, failed, isForReader)
}

const mixInTheirs = <V extends Values>(
  { form, clashes, setClashes }: EditState<V>,
  isTheirs: (clash: Clash<V>) => boolean,
): V => {
  const mixed = { ...form.values }
  for (const clash of clashes) if (isTheirs(clash)) mixed[clash.name] = clash.theirs
  form.setValues(mixed)
  form.clearErrors()
  setClashes([])
  return mixed
}

const keepMine = async <V extends Values>(edit: EditState<V>, options: Options<V>) => {
  if (!edit.newest) return
  const mixed = mixInTheirs(edit, (clash) => isOnlyTheirs(clash, edit.form.values))
  await submit(edit, options, edit.newest, mixed)
}

const takeTheirs = <V extends Values>(edit: EditState<V>) => {
  if (!edit.newest) return
  const mixed = mixInTheirs(edit, () => true)
  edit.setBase(edit.newest)
  if (Object.keys(changesBetween(edit.newest.values, mixed)).length === 0) edit.close()
  else edit.setNotice(messages.conflict.taken)
}

const useEditDraft = <V extends Values>(edit: EditState<V>, { name, values }: Options<V>, dirty: boolean) =>
  useKept(name, {
    // With what it was typed over: so a change that somebody saved meanwhile is still seen as one.
    values: dirty ? { mine: edit.form.values, base: edit.base.values, version: edit.base.version } : null,
    restore: (kept) => {
      const from = { ...values, ...(kept['base'] as V) }
      const version = kept['version'] as number | undefined
      edit.openWith({ values: from, version }, { ...from, ...(kept['mine'] as V) })
    },
    reset: () => edit.close(),
  })

/** One section of a record: reading, editing, saving, and what happens when someone else saved first. */
export const useRecordEdit = <V extends Values>(options: Options<V>) => {
  const { values, version, schema } = options
  const edit = useEditState(options)
  const { form, base, editing } = edit
  const dirty = editing && Object.keys(changesBetween(base.values, form.values)).length > 0
  const draft = useEditDraft(edit, options, dirty)
  return {
    form,
    /** The form that its fields are drawn from: what only waits for the network can be changed. */
    fields: edit.busy && !edit.isWaiting ? locked(form) : form,
    draft,
    editing,
    busy: edit.busy,
    clashes: edit.clashes,
    failure: edit.failure,
    notice: edit.notice,
    open: () => edit.openWith({ values, version }, values),
    cancel: () => edit.close(),
    submit: () => submit(edit, options, base, form.values),
    keepMine: () => keepMine(edit, options),
    takeTheirs: () => takeTheirs(edit),
    blocked: editing ? sentencesOf(schema, form.values) : [],
    dirty,
  }
}
