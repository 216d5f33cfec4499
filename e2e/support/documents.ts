/** Texts of other programs, which users open. */

/** An OpenAPI document with servers, credentials, and a body. */
export const PETS = `
openapi: 3.1.0
info: { title: Pets, version: '2.1' }
servers:
  - { url: 'https://{region}.pets.example/v1', variables: { region: { default: eu, enum: [eu, us] } } }
  - { url: https://test.pets.example, description: For tests }
security: [{ token: [] }]
externalDocs: { url: https://docs.pets.example }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /pets/{id}:
    put:
      summary: Change a pet
      description: Changes **it**, see [more](https://h/a_(b)).
      parameters:
        - { name: id, in: path, required: true, description: Its number, schema: { type: integer, minimum: 1 } }
        - { name: dry, in: query, schema: { type: boolean } }
        - { name: X-Reason, in: header, required: true, schema: { type: string, example: because } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              required: [name, kind]
              properties:
                name: { type: string, example: Rex, maxLength: 20 }
                kind: { enum: [cat, dog] }
                url: { type: string, deprecated: true }
                tags: { type: array, items: { type: string, example: small } }
`;

/** A Postman collection of two requests, one of them in a folder, and one with a variable. */
export const COLLECTION = `{
  "info": { "name": "Pets", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    {
      "name": "Dogs",
      "item": [{ "name": "List dogs", "request": { "method": "GET", "url": "https://pets.example/dogs?size=5" } }]
    },
    { "name": "Add a pet", "request": { "method": "POST", "url": "https://pets.example/{{where}}/pets" } }
  ]
}`;
