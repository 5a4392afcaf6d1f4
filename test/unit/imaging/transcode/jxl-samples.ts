// Images of 32 x 24 pixels, red and green above blue and white, made for these tests with cjxl 0.7.
const base64 = (text: string) => Buffer.from(text, 'base64');

export const LOSSLESS = base64('/wrFQEBxIQgCAQCsAEs4aZjKg/crSAiAmjMZY5zICwQBkBTBAqCB6k8SEvX7d5KB9q8tQ2qdRUE=');
/** The same image in a container. */
export const BOXED = base64(
  'AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAABAanhsY/8KxUBAcSEIAgEArABLOGmYyoP3K0gIgJozGWOcyAsEAZAUwQKggepPEhL1+3eSgfavLUNqnUVB',
);
/** The lower half is half transparent. */
export const WITH_ALPHA = base64(
  '/wrFwILiQggIEADAAEs4aZjKg/crKAiAmjMZY4zJCwgBIJfuZ+FPSQTU779J7t//SdT3N4zvYyndJZBzUQ==',
);
/** 16 bits a sample, in a container. */
export const DEEP = base64(
  'AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAABIanhsY/8KxfADUFwICAIBAMgASzhpmMqD9ytICIA7ZzIGy4m8QBAANMMrALzs/v8CZCZS/7//vySmTWj//60tMsQh0wU=',
);
/** Display P3, with an embedded profile. */
export const DISPLAY_P3 = base64(
  '/wrFQAhfChIOkA3ZeioU/B6ZFVr+d6SEEylKfPo49lZY4HvAzrO886x+z2jtOzIajZa+RQibMW1mBwCA/4q9lkyMbUMaQOaEuTNnDB05LAAAQPn1f41XUHFRkbuo4n7vV843V0ndR2qtCwAAACBlKgCfYdxMBpYzB7qZAVKmAvgM42byazlDhoNQe60+6PSabxiBv3r777/zK/x3QvuF9N9/9w3133/9cXirocAlOuiX6/0BUfqjsbuMWuPQYTZGFBnciydmUirviWkydgpllA0IAgEAyABLOGmYyoP3KygIgJozGSdj8gJBAMT5Ntc4BIaMlCSRq42RyE0dUCJyBGMEkFz88uG8BA==',
);
export const LOSSY = base64(
  '/wrFQEJxIQASiAIATARd5RIAABUqo4wbvJzr+fJDh8W0jesMbbVtYUmiyDg2SSdwmEmQSLsIgrf9T6pAB0i9OVER6df7enGJ+TDiyA8Z+ALm1idLIcjRDU/YxCv29JZqti/OAFu1gwo9oTP+NPu8W12T4oqMMksuAFRIgcSWFKUjj8cU7zLvjpdTgwH3CZ/RTBvSDnCcP2VMEt6uV9IBtQGF80Uuq8xx7S1oAgFhI/9VmyzCQkcjV3+O9UH+cDxq77bD9QyHrtNgtsRwQIwhl+HBegXH608XBOrpUcWeh0vDO9mhQdYhqLVnjH0HpD3dvCfmrvSVdxVAhvkGGN5iJR1hbrQRGbyUAuDgpyBs9PErHSyPXEgtnCXji5FQcQicHA==',
);
