using System;
using System.Net.Http;
using System.Text;

public static class Client
{
    public static void Main(string[] arguments)
    {
        var request = new HttpRequestMessage(new HttpMethod("QUERY"), arguments[0]);
        request.Content = new StringContent("{\"a\":\"1\"}", Encoding.UTF8, "application/json");
        Console.WriteLine((int)new HttpClient().SendAsync(request).Result.StatusCode);
    }
}
