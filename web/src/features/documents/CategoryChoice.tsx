import { categorizeDocument, type Document, documentCategories, listDocuments } from '@fornix/contract'
import { NativeSelect } from '@mantine/core'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { categoryMessages } from './category-messages.ts'
import { messages } from './messages.ts'
import { categoryIn, useCategory } from './use-category.ts'

const texts = categoryMessages.staff
const options = documentCategories.map((value) => ({ value, label: texts.names[value] }))

/** What a file is, chosen where it stands in the list. */
export const CategoryChoice = ({ document: { file_id, file_name, category } }: { document: Document }) => {
  const send = useSend(categorizeDocument, { refreshes: [listDocuments], inOrder: true })
  return (
    <NativeSelect
      size="xs"
      fz="sm"
      w={130}
      aria-label={texts.of(file_name)}
      data={[{ value: '', label: texts.none }, ...options]}
      value={(send.isPending ? send.variables.body.category : category) ?? ''}
      error={send.isError && failureSentence(send.error, texts.failed, isForReader)}
      onChange={(event) =>
        send.mutate({ params: { file_id }, body: { category: categoryIn(event.currentTarget.value) ?? null } })
      }
    />
  )
}

export const CategoryFilter = () => {
  const { set } = useListParams()
  return (
    <NativeSelect
      w={170}
      aria-label={messages.staff.category}
      data={[{ value: '', label: texts.all }, ...options]}
      value={useCategory() ?? ''}
      onChange={(event) => set({ category: event.currentTarget.value, page: 1 })}
    />
  )
}
