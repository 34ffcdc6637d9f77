/** What an id of a response is, noted by account for text-gateway. LiteLLM's proxy writes its route into them: 201 to 237 characters. */
export const responseIdForm = /^[\x21-\x7e]{1,1000}$/;
