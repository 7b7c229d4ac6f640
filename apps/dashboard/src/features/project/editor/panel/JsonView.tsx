import { JsonTree } from '../../../../parts/result/JsonTree.tsx'
import { jsonTree } from '../../../../parts/result/json-tree.ts'

/** JSON as a tree, or what is wrong with it. */
export function JsonView({ text }: { text: string }) {
  const node = jsonTree(text)
  return node === null ? (
    <p className="text-12 text-bad-fg">This is not JSON</p>
  ) : (
    <div className="flex max-h-96 rounded-3 border border-line-strong bg-sunken">
      <JsonTree node={node} />
    </div>
  )
}
