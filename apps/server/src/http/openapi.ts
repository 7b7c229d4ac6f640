import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract, REFUSALS } from '@stoa/contract'

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const
const FIRST_REFUSAL = 400

/**
 * Writes each refusal once, for all calls that give it. They are alike in hundreds of calls: written out each time
 * they are two thirds of the document, and whoever draws it or makes a client of it takes that much longer.
 */
function shareRefusals(document: OpenAPI.Document): OpenAPI.Document {
  const shared: Record<string, OpenAPI.ResponseObject> = {}
  for (const path of Object.values(document.paths ?? {}))
    for (const method of METHODS) {
      const responses = path?.[method]?.responses ?? {}
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < FIRST_REFUSAL || '$ref' in response) continue
        const first = shared[status] ?? response
        shared[status] = first
        if (JSON.stringify(first) === JSON.stringify(response))
          responses[status] = { $ref: `#/components/responses/${status}` }
      }
    }
  for (const { status, message } of Object.values(REFUSALS)) {
    const response = shared[status]
    if (response) shared[status] = { ...response, description: message }
  }
  return { ...document, components: { ...document.components, responses: shared } }
}

/** The OpenAPI document of the whole contract. */
export async function openApiDocument(version: string): Promise<OpenAPI.Document> {
  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(
    contract,
    {
      info: { title: 'Stoa', version, description: 'The platform API of this installation.' },
      servers: [{ url: '/api' }],
      security: [{ token: [] }],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A personal access token' } },
      },
    },
  )
  return shareRefusals(document)
}
